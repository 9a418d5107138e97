import { Badge, Group, Text } from '@mantine/core';
import { comparedFacets, type SearchAnswer } from './compared.ts';
import styles from './comparison.module.css';

/** The facets of both responses; nothing if none were requested. */
export function FacetComparison(props: { readonly all: SearchAnswer; readonly limited: SearchAnswer }) {
  const facets = comparedFacets(props.all, props.limited);
  if (facets.length === 0) return null;
  return (
    <div className={styles.pair}>
      <Group gap={6} py="xs">
        {facets.map(({ name, inAll }) => (
          <Facet key={name} name={name} mark={inAll ? '' : 'only here'} />
        ))}
      </Group>
      <Group gap={6} py="xs">
        {facets.map(({ name, inLimited, differs }) => (
          <Facet
            key={name}
            name={name}
            mark={inLimited ? (differs ? 'different counts' : '') : 'not allowed'}
          />
        ))}
      </Group>
    </div>
  );
}

const Facet = ({ name, mark }: { readonly name: string; readonly mark: string }) => (
  <Badge
    variant={mark === '' ? 'default' : 'light'}
    {...(mark !== '' && { color: 'yellow' })}
    radius="sm"
    tt="none"
    fw={450}
  >
    <Text span size="xs">
      facet {name}
      {mark !== '' && `: ${mark}`}
    </Text>
  </Badge>
);
