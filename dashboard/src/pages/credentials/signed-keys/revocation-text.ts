import { exactTime } from '../../../parts/time.ts';
import type { Revocation } from './revocations-query.ts';

/** The conditions of a revocation in words. */
export function conditionsOf({ jti, sub, issued_before, api_key_name }: Revocation): readonly string[] {
  return [
    ...(sub === undefined ? [] : [`user ${sub}`]),
    ...(jti === undefined ? [] : [`token ${jti}`]),
    ...(issued_before === undefined ? [] : [`issued before ${exactTime(issued_before)}`]),
    ...(api_key_name === undefined ? [] : [`signed with ${api_key_name}`]),
  ];
}
