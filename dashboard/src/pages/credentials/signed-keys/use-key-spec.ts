import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Recipe } from './key-spec.ts';
import { recipeIn, withRecipe } from './key-spec-address.ts';

/** Browsers refuse addresses that change at every key press. In milliseconds. */
const PAUSE = 300;

/** The recipe, which begins as the address says and is written there as it changes. */
export function useRecipe(): [Recipe, (next: Partial<Recipe>) => void] {
  const [, navigate] = useLocation();
  const [place] = useState(() => location.pathname);
  const [recipe, setRecipe] = useState(() => recipeIn(new URLSearchParams(location.search)));
  useEffect(() => {
    const timer = setTimeout(() => {
      // Somebody may have gone on to another page, which has not come yet.
      if (location.pathname !== place) return;
      const now = new URLSearchParams(location.search);
      const next = withRecipe(now, recipe);
      if (next.toString() !== now.toString()) navigate(`${place}?${next}`, { replace: true });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [recipe, place, navigate]);
  return [recipe, (next) => setRecipe((before) => ({ ...before, ...next }))];
}
