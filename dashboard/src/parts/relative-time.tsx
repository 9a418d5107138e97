import { useEffect, useState } from 'react';
import { exactTime, relativeTime } from './time.ts';

/** A relative time that updates itself; the exact time on hover. */
export function RelativeTime({ at }: { readonly at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
