import { Stack, Text, Title } from '@mantine/core';
import styles from './configuration.module.css';
import type { Diff, SectionDiff } from './configuration-query.ts';

const SECTIONS: Readonly<Record<string, string>> = {
  schema: 'Schema',
  search_settings: 'Search settings',
  synonyms: 'Synonyms',
  curations: 'Curations',
  source_engines: 'Source engines',
};

const linesOf = ({ added, removed, changed }: SectionDiff) => [
  ...removed.map((value) => ({ sign: '-', value })),
  ...changed.flatMap(({ from, to }) => [
    { sign: '-', value: from },
    { sign: '+', value: to },
  ]),
  ...added.map((value) => ({ sign: '+', value })),
];

/** What a change adds and removes, by section. */
export function ChangeList({ diff }: { readonly diff: Diff }) {
  const sections = Object.entries(diff)
    .map(([name, section]) => ({ name, lines: linesOf(section) }))
    .filter(({ lines }) => lines.length > 0);
  if (sections.length === 0)
    return (
      <Text size="sm" role="status">
        Nothing would change.
      </Text>
    );
  return (
    <Stack gap="sm">
      {sections.map(({ name, lines }) => (
        <section key={name} aria-label={`Changes of ${SECTIONS[name] ?? name}`}>
          <Title order={3} size="h6" mb={4}>
            {SECTIONS[name] ?? name}
          </Title>
          <ul className={styles.lines}>
            {lines.map(({ sign, value }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key and never move.
              <li key={at} className={styles.line} data-sign={sign}>
                <span className={styles.sign} role="img" aria-label={sign === '+' ? 'added' : 'removed'}>
                  {sign}
                </span>
                <code>{JSON.stringify(value)}</code>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  );
}
