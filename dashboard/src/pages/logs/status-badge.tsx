import { Badge } from '@mantine/core';

const COLORS: Readonly<Record<number, string>> = { 2: 'lichen', 4: 'yellow', 5: 'red' };

export function StatusBadge({ status }: { readonly status: number }) {
  const color = COLORS[Math.floor(status / 100)];
  return (
    <Badge
      size="sm"
      tt="none"
      className="numbers"
      variant={color === undefined ? 'default' : 'light'}
      {...(color !== undefined && { color })}
    >
      {status}
    </Badge>
  );
}
