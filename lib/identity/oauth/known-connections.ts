import type { ProviderSettings } from '@/lib/config/provider-settings'
import type { ProviderName } from '@/lib/config/providers/enabled-providers'
import { settings } from '@/lib/config/settings'
import { connect, type Connection } from '@/lib/identity/oauth/provider-connection'
import { addSeconds, now } from '@/lib/platform/clock'
import { describeError } from '@/lib/platform/describe-error'
import { logger } from '@/lib/platform/logger'

/** How long a discovery document is used before it is read again. */
const READ_AGAIN_SECONDS = 6 * 3600
/** How often a document is read early, at most. */
const EARLY_SECONDS = 60

interface Known {
  connection: Promise<Connection>
  /** When the document is read again. */
  dueAt: Date
  /** Not earlier than this, whatever fails. */
  earliestAt: Date
}

/**
 * Cached per settings object. A first discovery that fails is not cached, so that a provider that
 * was down is asked again.
 */
const connections = new WeakMap<ProviderSettings, Known>()

/**
 * The connection to a provider. Its discovery document is read again after hours, or early after
 * `markConnectionSuspect`; those who come meanwhile wait for the same answer. If the provider
 * doesn't give one, the known document is kept. Throws when the provider is disabled, or if its
 * first discovery fails.
 */
export async function connectionTo(provider: ProviderName): Promise<Connection> {
  const own = settingsOf(provider)
  if (!own) throw new Error(`the provider ${provider} is disabled`)
  const known = connections.get(own)
  if (known && now() < known.dueAt) return known.connection
  return known ? readAgain(own, known.connection) : readFirst(own)
}

/**
 * Has the provider's discovery document, and with it the keys, read again before the next sign-in,
 * because endpoints or keys seem to have moved: at most once a minute.
 */
export function markConnectionSuspect(provider: ProviderName): void {
  const own = settingsOf(provider)
  const known = own && connections.get(own)
  if (known && known.earliestAt < known.dueAt) known.dueAt = known.earliestAt
}

function readFirst(own: ProviderSettings): Promise<Connection> {
  const connection = connect(own)
  // The first suspicion takes effect at once: a key may be replaced right after it was read.
  connections.set(own, {
    connection,
    dueAt: addSeconds(now(), READ_AGAIN_SECONDS),
    earliestAt: now(),
  })
  connection.catch(() => connections.delete(own))
  return connection
}

function readAgain(own: ProviderSettings, former: Promise<Connection>): Promise<Connection> {
  const earliestAt = addSeconds(now(), EARLY_SECONDS)
  const next: Known = {
    connection: connect(own).catch((error: unknown) => {
      const about = { provider: own.id, reason: describeError(error) }
      logger().warn(about, 'the discovery document of a provider could not be read again')
      next.dueAt = earliestAt
      return former
    }),
    dueAt: addSeconds(now(), READ_AGAIN_SECONDS),
    earliestAt,
  }
  connections.set(own, next)
  return next.connection
}

const settingsOf = (provider: ProviderName) =>
  settings().external.providers.find(({ id }) => id === provider)
