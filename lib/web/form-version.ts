import { z } from 'zod'
import { VERSION } from '@/lib/http/entity-tag'

/**
 * The version of the object that a form was rendered from: a counter, or when it was last changed in
 * milliseconds since 1970. A form without it is not ours.
 */
export const formVersion = z.string().regex(VERSION, { error: 'invalid' }).transform(Number)
