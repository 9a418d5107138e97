import { useEffect, useState } from 'react';
import { exactTime, relativeTime } from './time.ts';

interface Props {
  readonly at: string;
  /** Otherwise a moment that is slightly ahead, by the clock of the server, is shown as now. */
  readonly mayBeAhead?: boolean;
}

/** A relative time that updates itself; the exact time on hover. */
export function RelativeTime({ at, mayBeAhead = false }: Props) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, mayBeAhead ? now : Math.max(now, Date.parse(at)))}
    </time>
  );
}
