import { z } from 'zod'
import { VERSION } from '@/lib/http/entity-tag'

/** The version of the object that a form was rendered from. A form without it is not ours. */
export const formVersion = z.string().regex(VERSION, { error: 'invalid' }).transform(Number)
