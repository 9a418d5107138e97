import { Anchor, Group, Switch, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Choices } from '../../preview/choices.ts';
import { previewAddress, queryOfPreview } from '../../preview/preview-url.ts';
import { useAccount } from '../../session.ts';
import styles from './preview-frame.module.css';

interface Props {
  readonly engine: string;
  readonly choices: Choices;
}

/**
 * The search page in an iframe with its own content security policy. It is not sandboxed: it needs scripts and the session
 * of this origin, and with both a sandbox protects nothing. External images need a switch, which is neither saved nor part
 * of the URL, so that other hosts see requests only if the person wants it.
 */
export function PreviewFrame({ engine, choices }: Props) {
  const account = useAccount();
  const [images, setImages] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const typed = useRef('');
  const address = previewAddress(account.id, engine, choices, images);
  const [shown, setShown] = useState(address);
  useEffect(() => {
    // Keep the query when the fields change.
    const search = frame.current?.contentWindow?.location.search;
    if (search !== undefined) typed.current = queryOfPreview(search);
    setShown(typed.current === '' ? address : `${address}&q=${encodeURIComponent(typed.current)}`);
  }, [address]);
  return (
    <section aria-label="Preview" className={styles.preview}>
      <Group justify="space-between" gap="xs" className={styles.bar}>
        <Switch
          label="Load external images"
          description={
            choices.image === ''
              ? 'Choose a field for images first'
              : 'Their hosts will see requests from your browser'
          }
          disabled={choices.image === ''}
          checked={images && choices.image !== ''}
          onChange={(event) => setImages(event.currentTarget.checked)}
        />
        <Text size="sm">
          <Anchor href={address} target="_blank" rel="noopener" inherit>
            Open in new tab
          </Anchor>
        </Text>
      </Group>
      <iframe
        // A new iframe each time: changing the src would add a history entry.
        key={shown}
        ref={frame}
        src={shown}
        title={`Search page of ${engine}`}
        className={styles.frame}
      />
    </section>
  );
}
