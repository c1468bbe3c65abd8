import { findPage, pageParams } from '@/lib/http/pages/page-table'

/** Sent when any change may have been missed. */
const EVERYTHING = '*'

/**
 * Whether a page shows the target of a `ui.patch`: the object itself, its parent, or a part of it.
 */
export function affectsPage(target: string, path: string): boolean {
  const touches = (name: string) =>
    name === target || target.startsWith(`${name}/`) || name.startsWith(`${target}/`)
  return target === EVERYTHING || topicsOf(path).some(touches)
}

/** The topics that the page declares, with the ids of its path. */
function topicsOf(path: string): string[] {
  const params = pageParams(path)
  const live = findPage(path)?.live ?? []
  return live.map((topic) =>
    topic.replaceAll(/\[(\w+)\]/g, (_, name: keyof typeof params) => params[name]),
  )
}
