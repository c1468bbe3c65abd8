import { settings } from '@/lib/config/settings'
import { refuse } from '@/lib/platform/problems'
import type { Handshakes } from '@/server/hub/handshakes'
import { doorAt } from '@/server/hub/paths'
import { refuseUpgrade } from '@/server/hub/refuse-upgrade'
import { cleanHeaders } from '@/server/inbound-headers'
import type { UpgradeOwner } from '@/server/upgrades'

/** Takes the upgrades of the hub's paths. They pass neither the front nor the middleware: what these ask of a request is asked here. */
export function hubUpgrades(
  handshakes: Handshakes,
  by: { isOurHost(host: string): boolean; dev: boolean; maxHeaders: number },
): UpgradeOwner {
  return {
    owns: (path) => doorAt(path) !== null,
    take: (req, socket, head, path) => {
      const { requestId, fault } = cleanHeaders(req, settings().trustProxyHops, by.dev)
      const about = { path, requestId }
      if (req.rawHeaders.length / 2 > by.maxHeaders) refuseUpgrade(socket, refuse('headers_too_large'), about)
      else if (fault) refuseUpgrade(socket, refuse('bad_request', { detail: fault }), about)
      else if (!by.isOurHost(req.headers.host ?? ''))
        refuseUpgrade(socket, refuse('misdirected_request'), about)
      else void handshakes.upgrade(doorAt(path)!, req, socket, head, about)
      return true
    },
  }
}
