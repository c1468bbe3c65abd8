import type { z } from 'zod'
import type { Refusal } from '@/lib/platform/problems'
import type { Chunks } from '@/lib/http/web-stream'

type SuccessStatus = 200 | 201 | 202 | 204 | 206 | 302 | 303 | 304

/** The success statuses of a route with the schemas of their bodies; null for an empty body. */
export type RouteResponses = { readonly [Status in SuccessStatus]?: z.ZodType | null }

declare const writtenFrom: unique symbol
declare const isPage: unique symbol

/** JSON text serialized from a T, for bodies that are served many times. */
export type JsonText<T> = string & { readonly [writtenFrom]: T }

/** The HTML of a page, for the few routes that a browser opens. */
export type HtmlText = string & { readonly [isPage]: true }

export function toJsonText<T>(value: T): JsonText<T> {
  return JSON.stringify(value) as JsonText<T>
}

/**
 * A success in plain values. With `chunks` the body is streamed, and `headers` set its content
 * type.
 */
export interface RouteResponse {
  status: SuccessStatus
  body: object | string | null
  chunks?: Chunks
  headers?: Record<string, string>
  /**
   * The client sees a success, but nothing was found to act on: counts as a failure for limits on
   * failures.
   */
  failed?: boolean
}

interface AnswerBesides {
  headers?: Record<string, string>
  failed?: boolean
}

type AnswerWith<Status, Schema> =
  | ({ status: Status; body: BodyOf<Schema>; chunks?: undefined } & AnswerBesides)
  | ({ status: Status; body: HtmlText; chunks?: undefined } & AnswerBesides)
  | ({ status: Status; body: null; chunks: Chunks } & AnswerBesides)

type BodyOf<Schema> = Schema extends z.ZodType
  ? z.output<Schema> | JsonText<z.output<Schema>>
  : null

/** What a handler may return: a declared status with the body of its schema, or a refusal. */
export type ResultFor<R extends RouteResponses> =
  | { [Status in keyof R & SuccessStatus]: AnswerWith<Status, R[Status]> }[keyof R & SuccessStatus]
  | Refusal

/**
 * A type error that names each field of a result that is not in its schema. TypeScript itself
 * rejects extra fields only in object literals; a value of a wider type would pass, and leak the
 * field.
 */
export type WithoutExtraFields<Result, Wanted> = [ExtraFields<Result, Wanted>] extends [never]
  ? unknown
  : { handle: `The schema has no field ${ExtraFields<Result, Wanted>}` }

type Opaque =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | Chunks
  | ((...parameters: never[]) => unknown)

/** The paths of fields that no member of `Wanted` has. */
type ExtraFields<Given, Wanted> = unknown extends Wanted
  ? never
  : Given extends Opaque
    ? never
    : Given extends readonly (infer Item)[]
      ? Extract<Wanted, readonly unknown[]> extends readonly (infer WantedItem)[]
        ? ExtraFields<Item, WantedItem>
        : never
      : ExtraFieldsOfObject<Given, MembersFor<Given, Exclude<Wanted, Opaque>>>

type ExtraFieldsOfObject<Given, Wanted> = {
  [Name in keyof Given & string]: [Given[Name]] extends [undefined]
    ? never
    : Name extends FieldNames<Wanted>
      ? ExtraFields<Given[Name], FieldOf<Wanted, Name>> extends infer Path extends string
        ? `${Name}.${Path}`
        : never
      : string extends FieldNames<Wanted>
        ? never
        : Name
}[keyof Given & string]

/** The members of a union that a value matches; all of them if it matches none. */
type MembersFor<Given, Wanted> = [FittingMembers<Given, Wanted>] extends [never]
  ? Wanted
  : FittingMembers<Given, Wanted>
type FittingMembers<Given, Wanted> = Wanted extends unknown
  ? Given extends Wanted
    ? Wanted
    : never
  : never
type FieldNames<Wanted> = Wanted extends unknown ? keyof Wanted : never
type FieldOf<Wanted, Name> = Wanted extends unknown
  ? Name extends keyof Wanted
    ? Wanted[Name]
    : string extends keyof Wanted
      ? Wanted[keyof Wanted]
      : never
  : never

declare const neverReturned: unique symbol

/**
 * Added to the inferred result of a handler so that TypeScript keeps literals: `'accepted'` is not
 * widened to `string`. No value has this type.
 */
export interface LiteralsKept {
  status: SuccessStatus
  body: Literals
  [neverReturned]: never
}

type Literals = '' | 0 | false | Literals[] | { [name: string]: Literals }
