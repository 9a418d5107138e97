import { useSearch } from '@elastic/react-search-ui';
import { Anchor, Group, Image, Stack, Text, Title } from '@mantine/core';
import type { Field, PageOptions } from './page-options.ts';
import { shownValue } from './shown-value.ts';
import { Snippet } from './snippet.tsx';
import { webAddress } from './web-address.ts';

type Found = Readonly<Record<string, { readonly raw?: unknown; readonly snippet?: unknown } | undefined>>;

interface Props {
  readonly result: Found;
  readonly options: PageOptions;
  readonly showImages: boolean;
}

/** One result. Values are rendered as text; only http(s) URLs become links and images. */
export function Result({ result, options, showImages }: Props) {
  const { trackClickThrough } = useSearch();
  const { title, text, address, image, details } = options;
  const id = String(result.id?.raw ?? '');
  const heading = (title && marked(result, title)) ?? id;
  const href = address && webAddress(result[address.field]?.raw);
  const src = image && webAddress(result[image.field]?.raw);
  return (
    <Group component="article" align="flex-start" gap="md" wrap="nowrap">
      {showImages && src !== undefined && (
        <Image
          src={src}
          alt=""
          w={{ base: 72, sm: 120 }}
          h={{ base: 54, sm: 90 }}
          radius="md"
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      )}
      <Stack gap={4} flex={1} miw={0} style={{ overflowX: 'clip', overflowClipMargin: 6 }}>
        <Title order={2} size="h4">
          {href === undefined ? (
            <bdi>{heading}</bdi>
          ) : (
            <Anchor
              inherit
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              onClick={() => trackClickThrough(id)}
            >
              <bdi>{heading}</bdi>
            </Anchor>
          )}
        </Title>
        {address && has(result, address) && (
          <Text size="sm" c="dimmed" lineClamp={1}>
            <bdi>{shownValue(result[address.field]?.raw, address.type)}</bdi>
          </Text>
        )}
        {text && (
          <Text size="sm" lineClamp={4}>
            <bdi>{marked(result, text)}</bdi>
          </Text>
        )}
        {details.some((field) => has(result, field)) && (
          <Group component="dl" gap="2px 16px" m={0} mt={4}>
            {details
              .filter((field) => has(result, field))
              .map(({ field, label, type }) => (
                <Text key={field} component="div" size="sm" lineClamp={2}>
                  <Text component="dt" inherit c="dimmed" display="inline">
                    {label}
                  </Text>{' '}
                  <Text component="dd" inherit m={0} display="inline">
                    <bdi>{shownValue(result[field]?.raw, type)}</bdi>
                  </Text>
                </Text>
              ))}
          </Group>
        )}
      </Stack>
    </Group>
  );
}

const has = (result: Found, { field }: Field): boolean => (result[field]?.raw ?? '') !== '';

/** A field with highlighted matches, or its plain value. */
function marked(result: Found, field: Field) {
  const { raw, snippet } = result[field.field] ?? {};
  if (typeof snippet === 'string') return <Snippet html={snippet} />;
  return raw === undefined || raw === null ? undefined : shownValue(raw, field.type);
}
