import { Text } from '@mantine/core';
import type { MemoryBudgetFacts, MemoryFacts } from '../../api/types.ts';
import { Facts } from '../../parts/facts.tsx';
import { bytes } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import styles from './operations.module.css';

export function MemoryPanel({ memory }: { readonly memory: MemoryFacts }) {
  const { rss, budget } = memory;
  return (
    <Panel title="Memory">
      <Facts
        facts={{
          Process: `${bytes(rss)} in RAM`,
          'JavaScript heap': `${bytes(memory.heap_used)} of ${bytes(memory.heap_total)}, main thread`,
          'Caches in use': `${bytes(memory.caches_used)}, main thread`,
        }}
      />
      {budget !== null && <Budget budget={budget} />}
    </Panel>
  );
}

/** How FINDLING_MEMORY is divided, as a bar and in words. */
function Budget({ budget: { total, segments, caches, building } }: { readonly budget: MemoryBudgetFacts }) {
  const free = Math.max(0, total - segments - caches - building);
  const parts = [
    { kind: 'index', label: 'Search index', size: segments },
    { kind: 'caches', label: 'Reserved for caches', size: caches },
    { kind: 'building', label: 'Reserved for building segments', size: building },
    { kind: 'free', label: 'Free', size: free },
  ];
  return (
    <div className={styles.budget}>
      <Text size="sm" fw={550}>
        {bytes(total - free)} of {bytes(total)} allocated (<code>FINDLING_MEMORY</code>)
      </Text>
      <div className={styles.bar} aria-hidden>
        {parts.map(({ kind, size }) => (
          <span key={kind} data-kind={kind} style={{ flexGrow: size }} />
        ))}
      </div>
      <ul className={styles.parts}>
        {parts.map(({ kind, label, size }) => (
          <li key={kind} data-kind={kind}>
            {label}: {bytes(size)}
          </li>
        ))}
      </ul>
    </div>
  );
}
