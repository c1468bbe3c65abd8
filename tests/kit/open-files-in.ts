import { readdirSync, readlinkSync } from 'node:fs'

/** How many descriptors of this process are of a file in that folder (Linux). */
export function openFilesIn(folder: string): number {
  const targets = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return [] // Closed meanwhile.
    }
  })
  return targets.filter((target) => target.startsWith(folder)).length
}
