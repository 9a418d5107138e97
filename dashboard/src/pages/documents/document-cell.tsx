import { Fragment } from 'react';
import type { FieldType } from '../../api/types.ts';
import { Snippet } from '../tester/snippet.tsx';
import { linesOf, readable } from './shown-value.ts';

/** A field of a search result. */
export interface HitField {
  readonly raw?: unknown;
  /** A part of a text with the matches marked; null without a match. */
  readonly snippet?: unknown;
}

interface Props {
  readonly field: HitField | undefined;
  readonly type: FieldType;
}

/** A value on one line, with the matches of the query marked. */
export function DocumentCell({ field, type }: Props) {
  const { raw, snippet } = field ?? {};
  if (raw === null || raw === undefined) return '–';
  if (typeof snippet === 'string') {
    return (
      <bdi>
        <Snippet html={snippet} />
      </bdi>
    );
  }
  return linesOf(raw).map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the values of a field have no other key.
    <Fragment key={index}>
      {index > 0 && ', '}
      <bdi>{readable(item, type)}</bdi>
    </Fragment>
  ));
}
