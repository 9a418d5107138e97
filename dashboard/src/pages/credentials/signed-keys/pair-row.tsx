import type { FieldPair, FieldSide, ResultPair, SearchAnswer } from './compared.ts';
import styles from './comparison.module.css';
import { SnippetText } from './snippet-text.tsx';

interface Props {
  readonly pair: ResultPair;
  readonly all: SearchAnswer;
  readonly limited: SearchAnswer;
}

/** Number of fields shown for a document that the key does not find. */
const ALONE = 2;

/** One document in both responses, field by field. */
export function PairRow({ pair, all, limited }: Props) {
  const { id, placeInAll, placeInLimited, fields } = pair;
  return (
    <li className={styles.pair}>
      {placeInAll === undefined ? (
        <Missing answer={all} />
      ) : (
        <Side
          id={id}
          place={placeInAll}
          fields={placeInLimited === undefined ? fields.slice(0, ALONE) : fields}
          sideOf={({ all: side }) => side}
          marks={false}
        />
      )}
      {placeInLimited === undefined ? (
        <Missing answer={limited} />
      ) : (
        <Side
          id={id}
          place={placeInLimited}
          fields={fields}
          sideOf={({ limited: side }) => side}
          marks={placeInAll !== undefined}
        />
      )}
    </li>
  );
}

/** If there are more pages, the document may be on one of them. */
function Missing({ answer }: { readonly answer: SearchAnswer }) {
  const { total_results: total, size } = answer.meta.page;
  return (
    <div className={styles.missing} data-mark="missing">
      {total > answer.results.length ? `Not in the first ${size}` : 'Not found'}
    </div>
  );
}

interface SideProps {
  readonly id: string;
  readonly place: number;
  readonly fields: readonly FieldPair[];
  readonly sideOf: (pair: FieldPair) => FieldSide | undefined;
  /** Whether differences are marked here. */
  readonly marks: boolean;
}

function Side({ id, place, fields, sideOf, marks }: SideProps) {
  const shown = fields.filter((field) => sideOf(field) !== undefined);
  const hidden = marks ? fields.filter((field) => sideOf(field) === undefined) : [];
  return (
    <div className={styles.side}>
      <div className={styles.id}>
        <span className={styles.place}>{place}</span> {id}
      </div>
      <dl className={styles.fields}>
        {shown.map((field) => (
          <div
            key={field.name}
            className={styles.field}
            data-mark={marks && field.differs ? 'changed' : undefined}
          >
            <dt>{field.name}</dt>
            <dd>
              <Value of={sideOf(field)} />
            </dd>
          </div>
        ))}
        {hidden.length > 0 && (
          <div className={styles.field} data-mark="hidden">
            <dt>hidden</dt>
            <dd>{hidden.map(({ name }) => name).join(', ')}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function Value({ of: side }: { readonly of: FieldSide | undefined }) {
  const { raw, snippet } = side ?? {};
  return (
    <>
      {raw !== undefined && textOf(raw)}
      {raw !== undefined && snippet !== undefined && <br />}
      {snippet !== undefined && (
        <>
          <span className={styles.kind}>snippet</span>{' '}
          {typeof snippet === 'string' ? <SnippetText snippet={snippet} /> : 'none'}
        </>
      )}
    </>
  );
}

function textOf(raw: unknown): string {
  if (Array.isArray(raw)) return raw.map(textOf).join(', ');
  return typeof raw === 'string' ? raw : JSON.stringify(raw);
}
