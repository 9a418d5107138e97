import { type DragEvent, useRef, useState } from 'react';

/**
 * Reordering of a list with the mouse, by HTML drag and drop. `onMove` gets the new position, counted from 0. Touch screens
 * have no such drags; the list needs buttons as well.
 */
export function useDragOrder(ids: readonly string[], onMove: (id: string, to: number) => void) {
  // A ref beside the state, as events may arrive before the next render.
  const held = useRef<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  /** The gap between items where a drop would insert: 0 is before the first. */
  const [gap, setGap] = useState<number | null>(null);
  const end = (): void => {
    held.current = null;
    setDragged(null);
    setGap(null);
  };
  return {
    dragged,
    gap,
    /** Props of the part of an item that starts a drag. */
    handle: (id: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent<HTMLElement>): void => {
        held.current = id;
        setDragged(id);
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', id);
        const item = event.currentTarget.closest('li');
        if (item !== null) event.dataTransfer.setDragImage(item, 12, 12);
      },
      onDragEnd: end,
    }),
    /** Props of the item at a position. */
    item: (at: number) => ({
      onDragOver: (event: DragEvent<HTMLElement>): void => {
        if (held.current === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setGap(gapAt(event, at));
      },
      onDrop: (event: DragEvent<HTMLElement>): void => {
        const id = held.current;
        if (id === null) return;
        event.preventDefault();
        const to = gapAt(event, at);
        const from = ids.indexOf(id);
        end();
        onMove(id, to > from ? to - 1 : to);
      },
    }),
  };
}

function gapAt({ currentTarget, clientY }: DragEvent<HTMLElement>, at: number): number {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? at : at + 1;
}
