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
 * The search page in a document of its own, with a policy of its own. Images of other hosts are shown after a switch,
 * which is neither remembered nor part of the address: other hosts learn who looks only if that person wants it.
 */
export function PreviewFrame({ engine, choices }: Props) {
  const account = useAccount();
  const [images, setImages] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const typed = useRef('');
  const address = previewAddress(account.id, engine, choices, images);
  const [shown, setShown] = useState(address);
  useEffect(() => {
    // What was typed into the page stays when its fields change.
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
        // A new one each time: changing the address of the old one would be a step for the back button.
        key={shown}
        ref={frame}
        src={shown}
        title={`Search page of ${engine}`}
        className={styles.frame}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
      />
    </section>
  );
}
