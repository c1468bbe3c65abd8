import { refuse, type Refusal } from '@/lib/platform/problems'

/**
 * What Engine.IO, the protocol under Socket.IO, could not serve in the query of a request; null when all is well. Asked before any
 * switch of protocols: Engine.IO itself completes the WebSocket handshake first and then writes an HTTP error into it.
 */
export function protocolFault(query: URLSearchParams, transport: 'polling' | 'websocket'): Refusal | null {
  if (onlyValue(query, 'EIO') !== '4')
    return refuse('bad_request', {
      detail:
        'This service supports version 4 of the Engine.IO protocol (EIO=4). Use a Socket.IO client of version 3 or 4.',
    })
  if (onlyValue(query, 'transport') !== transport)
    return refuse('bad_request', {
      detail: `This request uses ${transport}, so it must set transport=${transport}.`,
    })
  if (query.getAll('sid').length > 1) return refuse('bad_request', { detail: 'Send sid only once.' })
  return null
}

/** The value of a parameter that is there once; of two, another reader could take the other. */
function onlyValue(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name)
  return values.length === 1 ? values[0]! : null
}
