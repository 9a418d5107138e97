import { lazy } from 'react';
import { EngineList } from './engine-list.tsx';
import { useNewEngine } from './new-engine-state.ts';

/** Loaded on demand, as it has the code that reads files. */
const NewEngine = lazy(() => import('./new-engine.tsx').then(({ NewEngine }) => ({ default: NewEngine })));

export function EnginesPage() {
  const { isOpen } = useNewEngine();
  return isOpen ? <NewEngine /> : <EngineList />;
}
