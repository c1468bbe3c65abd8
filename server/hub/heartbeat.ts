import { isBusAlive } from '@/lib/platform/bus/bus'
import { now } from '@/lib/platform/clock'
import type { Connections } from '@/server/hub/connections'
import type { SessionWatch } from '@/server/hub/session-watch'

const TICK_MS = 100
/** How often sessions are read while the bus may be losing their ends. */
const CHECK_WITHOUT_BUS_MS = 400
/** How often all the same: sessions also run out, of which nobody tells. */
const CHECK_ANYWAY_MS = 60_000
/** A connection that could not be told the present state for so long is sent away. */
const BEGIN_WITHIN_MS = 10_000

/**
 * Does what time brings: ends connections whose credential ran out, looks after their health, and reads the sessions from the
 * database while the bus is not proven alive. Returns the way to stop.
 */
export function keepTime(connections: Connections, sessions: SessionWatch): () => void {
  let checkedAt = performance.now()
  const tick = () => {
    const at = performance.now()
    const date = now()
    const every = isBusAlive() ? CHECK_ANYWAY_MS : CHECK_WITHOUT_BUS_MS
    if (at - checkedAt >= every) {
      checkedAt = at
      sessions.checkAll()
    }
    for (const socket of connections.all()) {
      const { endsAt } = socket.caller
      if (endsAt && endsAt <= date) socket.close(4401, 'token_expired')
      else if (socket.waits && date.getTime() - socket.openedAt.getTime() > BEGIN_WITHIN_MS)
        socket.close(1013, 'try again later')
      else socket.beat(at)
    }
  }
  const timer = setInterval(tick, TICK_MS).unref()
  return () => clearInterval(timer)
}
