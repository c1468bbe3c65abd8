import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** A name server that has not answered by then is asked once more. */
const TRY = { timeout: 1500, tries: 2 }
const LOOKUP_MS = 4000

/**
 * The addresses of a host, asked of the system's name servers (or of `servers`). dns.lookup would
 * occupy one of a few threads until they answer, so a name whose servers never do would delay every
 * other lookup of this process. For the same reason, the hosts file is not read. Rejects with
 * ENOTFOUND, or with EAI_AGAIN if there was no answer.
 */
export async function findAddresses(
  host: string,
  servers?: readonly string[],
): Promise<LookupAddress[]> {
  const known = addressesWithoutLookup(host)
  if (known.length > 0) return known
  const resolver = new Resolver(TRY)
  if (servers) resolver.setServers(servers)
  const timer = setTimeout(() => resolver.cancel(), LOOKUP_MS)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  clearTimeout(timer)
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length === 0) throw lookupError(host, answers)
  return found.map(toLookupAddress)
}

/** Of this machine's own name (RFC 6761 §6.3), or of an address in any spelling: `127.1`. */
function addressesWithoutLookup(host: string): LookupAddress[] {
  if (/(^|\.)localhost\.?$/i.test(host)) return ['127.0.0.1', '::1'].map(toLookupAddress)
  const { hostname } = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : { hostname: '' }
  return isIP(hostname) ? [toLookupAddress(hostname)] : []
}

const toLookupAddress = (address: string): LookupAddress => ({ address, family: isIP(address) })

const NO_SUCH_NAME = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

function lookupError(host: string, answers: readonly PromiseSettledResult<unknown>[]): Error {
  const isAnswered = answers.every(
    (answer) =>
      answer.status === 'rejected' &&
      NO_SUCH_NAME.includes(String((answer.reason as NodeJS.ErrnoException).code)),
  )
  const code = isAnswered ? 'ENOTFOUND' : 'EAI_AGAIN'
  return Object.assign(new Error(`the name ${host} can’t be resolved (${code})`), { code })
}
