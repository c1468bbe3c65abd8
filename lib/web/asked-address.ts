import { headers } from 'next/headers'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { HOME } from '@/lib/web/safe-redirect'

/** The path and query that the browser asked for, whichever page answers. */
export async function askedAddress(): Promise<string> {
  return (await headers()).get(PAGE_ADDRESS) ?? HOME
}
