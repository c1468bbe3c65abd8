import { headers } from 'next/headers'
import { NONCE } from '@/lib/http/internal-headers'

/** The nonce that scripts and styles of this page must carry. Awaiting it also keeps the page from being made at build time. */
export async function pageNonce(): Promise<string | undefined> {
  return (await headers()).get(NONCE) ?? undefined
}
