import { HOME } from '@/lib/web/safe-redirect'

/**
 * The place of the navigation that a path belongs to: the path itself, else the nearest above it. Home lies above everything
 * and says nothing, so it is only itself. Null when there is none.
 */
export function currentPlace(path: string, places: readonly string[]): string | null {
  const above = places.filter((place) => place === path || (place !== HOME && path.startsWith(`${place}/`)))
  return above.reduce<string | null>(
    (best, place) => (place.length > (best?.length ?? 0) ? place : best),
    null,
  )
}
