import { z } from 'zod'

/**
 * An instant as the service itself writes it: RFC 3339, in UTC. For what others send, see
 * `instantField`.
 */
export const instant = z.iso.datetime()
