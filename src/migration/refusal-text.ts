import type { ApiError } from '../errors.ts';

/** The messages of a refusal in one line. */
export function refusalText({ body, message }: ApiError): string {
  const { errors } = body as { readonly errors?: unknown };
  return Array.isArray(errors) ? errors.join('; ') : message;
}
