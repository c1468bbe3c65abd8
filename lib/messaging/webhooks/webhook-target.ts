import { isIP } from 'node:net'
import { settings } from '@/lib/config/settings'
import { findAddresses } from '@/lib/platform/find-addresses'
import { isPrivateAddress } from '@/lib/platform/ssrf-guard'

/** Why no webhook is sent to a URL. */
export type TargetFault = 'invalid_url' | 'https_required' | 'private_address'

const LOOKUP_MS = 2000

/**
 * Checks a URL before each delivery, without looking up its host name: that happens when connecting
 * (`lookupPublicly`). URL has already normalized odd spellings such as 2130706433 or 0x7f.1.
 */
export function checkTarget(text: string): TargetFault | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return 'invalid_url'
  if (settings().webhooks.allowPrivateTargets) return null
  if (url.protocol !== 'https:') return 'https_required'
  const host = hostOf(url)
  return isIP(host) && isPrivateAddress(host) ? 'private_address' : null
}

/**
 * The same before a URL is saved, and also looks up the host name. A name that can't be resolved
 * now is accepted, because each delivery checks it again.
 */
export async function checkNewTarget(text: string): Promise<TargetFault | null> {
  const fault = checkTarget(text)
  const host = fault ? '' : hostOf(new URL(text))
  if (fault || settings().webhooks.allowPrivateTargets || isIP(host)) return fault
  const addresses = await resolve(host)
  return addresses.some(isPrivateAddress) ? 'private_address' : null
}

/** The host without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

async function resolve(host: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<string[]>((give) => {
    timer = setTimeout(() => give([]), LOOKUP_MS)
  })
  const found = findAddresses(host).then(
    (all) => all.map(({ address }) => address),
    () => [],
  )
  return Promise.race([found, timeUp]).finally(() => clearTimeout(timer))
}
