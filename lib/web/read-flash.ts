import { headers } from 'next/headers'
import { decodeFlash, type Flash } from '@/lib/web/flash'
import { FLASH } from '@/lib/web/internal-headers'

/** What the post before this page left to be said here; null when there is nothing. It is said once. */
export async function readFlash(): Promise<Flash | null> {
  return decodeFlash((await headers()).get(FLASH))
}
