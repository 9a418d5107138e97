import type { FieldType } from '../../api/types.ts';
import { counted } from '../../parts/numbers.ts';
import { type Heading, matchesOf, nearMatch } from './matched-fields.ts';
import type { Result } from './search-answer.ts';
import { Snippet } from './snippet.tsx';
import styles from './tester.module.css';

/** Fields that are listed; all of them are among the fields of the result. */
const SHOWN = 4;

interface Props {
  readonly result: Result;
  readonly schema: Readonly<Record<string, FieldType>>;
  readonly heading: Heading;
}

/** The fields that matched, besides the title; without matches, the text of the result. */
export function ResultMatches({ result, schema, heading }: Props) {
  const matches = matchesOf(result, schema, heading);
  if (matches.length === 0) return <PlainText value={result[heading.text]?.raw} />;
  const more = matches.length - SHOWN;
  return (
    <>
      <dl className={styles.matches}>
        {matches.slice(0, SHOWN).map(({ name, snippet }) => (
          <div key={name} className={styles.match}>
            <dt>{name}</dt>
            <dd>
              <bdi>
                <Snippet html={nearMatch(snippet)} />
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
      {more > 0 && <p className={styles.more}>and {counted(more, 'more field')}</p>}
    </>
  );
}

const PlainText = ({ value }: { readonly value: unknown }) =>
  typeof value === 'string' && value.trim() !== '' ? (
    <p className={styles.text}>
      <bdi>{value}</bdi>
    </p>
  ) : null;
