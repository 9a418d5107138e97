import { Anchor, Input, Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { JsonProblem } from '../../imports/json-problem.ts';
import { number } from '../../parts/numbers.ts';
import styles from './json-editor.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The syntax error of the text. */
  readonly problem: JsonProblem | undefined;
  /** Ctrl-Enter, and Ctrl-S anywhere on the page. */
  readonly onSubmit: () => void;
}

const numbers = (from: number, to: number): string =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => `${from + index}\n`).join('');

const ROWS = { least: 12, most: 28 };

/** A textarea for JSON with line numbers and the position of a syntax error. Tab leaves it. */
export function JsonEditor({ label, value, onChange, problem, onSubmit }: Props) {
  const id = useId();
  const gutter = useRef<HTMLPreElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = value.split('\n').length;
  const keys = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'Enter') return;
    event.preventDefault();
    onSubmit();
  };
  useEffect(() => area.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const save = (event: globalThis.KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
      // Otherwise the browser would save the page.
      event.preventDefault();
      if (document.querySelector('[role="dialog"]') === null) onSubmit();
    };
    addEventListener('keydown', save);
    return () => removeEventListener('keydown', save);
  }, [onSubmit]);
  const goToProblem = (): void => {
    if (problem === undefined) return;
    area.current?.focus();
    area.current?.setSelectionRange(problem.at, problem.at + 1);
  };
  return (
    <div>
      <Input.Label htmlFor={id} mb={4}>
        {label}
      </Input.Label>
      <div className={styles.editor} data-broken={problem !== undefined || undefined}>
        <pre ref={gutter} className={styles.gutter} aria-hidden>
          {numbers(1, (problem?.line ?? lines + 1) - 1)}
          {problem !== undefined && <strong>{numbers(problem.line, problem.line)}</strong>}
          {problem !== undefined && numbers(problem.line + 1, lines)}
        </pre>
        <textarea
          ref={area}
          id={id}
          className={styles.text}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={keys}
          onScroll={({ currentTarget }) => {
            if (gutter.current !== null) gutter.current.scrollTop = currentTarget.scrollTop;
          }}
          rows={Math.min(ROWS.most, Math.max(ROWS.least, lines + 1))}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
        />
      </div>
      <Text
        size="sm"
        mt={6}
        id={`${id}-problem`}
        role="status"
        c={problem ? 'var(--mantine-color-error)' : 'dimmed'}
      >
        {problem === undefined ? (
          'Valid JSON.'
        ) : (
          <>
            Line {number(problem.line)}, column {number(problem.column)}: {problem.message}.{' '}
            <Anchor component="button" type="button" size="sm" onClick={goToProblem}>
              Go to error
            </Anchor>
          </>
        )}
      </Text>
    </div>
  );
}
