import type { Door } from '@/lib/http/live-caller'

const PATHS: Record<Door, string> = { api: '/api/v1/ws', webui: '/webui/ws' }
const WITH_SLASH = /^(\/api\/v1\/ws|\/webui\/ws)\/(\?(?:.*&)?EIO=)/

/** Which door a path is, exactly; null for every other path. */
export function doorAt(path: string): Door | null {
  return path === PATHS.api ? 'api' : path === PATHS.webui ? 'webui' : null
}

/** A request target without the slash that Socket.IO clients put behind their path unless told otherwise. */
export function withoutClientSlash(target: string): string {
  return target.replace(WITH_SLASH, '$1$2')
}
