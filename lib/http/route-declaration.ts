import type { z } from 'zod'
import {
  type AnyOf,
  type OwnableAccess,
  type PermissionAccess,
  permissionsFor,
} from '@/lib/access/permission-access'
import type { Access } from '@/lib/access/find-access'
import type { MissingFactor } from '@/lib/access/missing-factor'
import type { Profile } from '@/lib/accounts/present-profile'
import type { ApiRequest } from '@/lib/http/api-request'
import type { ApiTag } from '@/lib/http/openapi-tags'
import type { HeaderValues, RequestHeaders } from '@/lib/http/request-headers'
import type { RequestLimit } from '@/lib/http/request-limits'
import type { BodyValue, RouteBody } from '@/lib/http/route-body'
import type { Chunks } from '@/lib/http/web-stream'
import type { SensitiveAct } from '@/lib/identity/sign-in/protected-acts'
import type { ProblemCode, Refusal } from '@/lib/platform/problems'
import type { Principal, RequestContext, SessionPrincipal } from '@/lib/platform/request-context'

/** A route file: its path as in the file tree (`/api/v1/me/sessions/[id]`) and its exports. */
export interface RouteFile {
  path: string
  handlers: Record<string, unknown>
}

/**
 * Who may call: anyone, any signed-in user, or users with a permission, with `unlessOwn` also the
 * user whom a path parameter names. `signed`: any signed-in user, or anyone with a signed link,
 * which the handler verifies. There is no default.
 */
export type RouteAccess<P extends string = string> =
  'public' | 'authenticated' | 'signed' | OwnableAccess<P>

/**
 * Whether callers with an API key may call. `refused`: only users with a session. A list: keys that
 * have one of these permissions, on a route where users need none.
 */
export type ApiKeyRule = 'accepted' | 'refused' | AnyOf

/**
 * Whether something may be done in a session in which an administrator views as another user. What
 * declares nothing may only be read (decision 0039).
 */
type ImpersonationRule = 'allowed' | 'refused'

/** The caller: null on public routes, possibly null on `signed` routes. */
type Asking<A, T> = A extends 'public' ? null : A extends 'signed' ? T | null : T

/**
 * Without a rule, only routes with a permission accept API keys, and no act that needs a sign-in.
 */
type CallerOf<A, K, S> = [S] extends [SensitiveAct]
  ? SessionPrincipal
  : K extends 'refused'
    ? SessionPrincipal
    : K extends ApiKeyRule
      ? Principal
      : A extends PermissionAccess
        ? Principal
        : SessionPrincipal

/** Headers that are part of no API: credentials, and what browsers add. */
type ImpliedHeader = 'authorization' | 'cookie' | 'purpose' | 'sec-purpose'

/** A request without its headers, which a route has to declare to read them. */
export type HandledRequest = Omit<ApiRequest, 'header'> & {
  header(name: ImpliedHeader): string | null
}

export interface RouteInput<
  B,
  Q,
  A,
  K = undefined,
  H = unknown,
  S = undefined,
  P extends string = never,
> {
  request: HandledRequest
  headers: HeaderValues<H>
  body: BodyValue<B>
  query: Q
  params: Readonly<Record<P, string>>
  ctx: RequestContext
  /** The caller; null on public routes and for signed links. */
  principal: Asking<A, CallerOf<A, K, S>>
  access: Asking<A, Access>
}

export interface RouteDeclaration<
  B extends RouteBody | undefined = RouteBody | undefined,
  Q = unknown,
  A extends RouteAccess = RouteAccess,
  R extends RouteResponses = RouteResponses,
  K extends ApiKeyRule | undefined = ApiKeyRule | undefined,
  H extends RequestHeaders = RequestHeaders,
  S extends SensitiveAct | undefined = SensitiveAct | undefined,
  P extends string = string,
> {
  /**
   * Names the operation in generated clients: verb and noun in camelCase, unique, never changed.
   */
  operationId: string
  tag: ApiTag
  /** One line for the API reference. */
  summary: string
  /** The names in the path, as in its folder: `['id']` for `…/[id]`. */
  params?: readonly P[]
  access: A
  /**
   * Whether callers with an API key may call. The default is `accepted` for a route with a
   * permission and no `act`, and `refused` for any other. A key always needs the permission, also
   * for its owner's own data. `refused` belongs on whatever creates credentials or
   * access to an account, and on work that goes on in the background as the user.
   */
  apiKeys?: K
  /**
   * Whether an administrator who views as the caller may call. By default only GET is `allowed`;
   * a GET is `refused` if it hands out what belongs to the owner alone.
   */
  impersonation?: ImpersonationRule
  /**
   * What the caller's session may lack: for the few routes by which a user reads their account and
   * sets up or proves a second factor. All others refuse such a session.
   */
  lacking?: readonly MissingFactor[]
  /** What the route does that needs a recent sign-in. */
  act?: S
  /** The rate limits, if they differ from the default in request-limits.ts. */
  limits?: readonly RequestLimit[]
  /**
   * The headers that the route reads, from request-headers.ts. A use case gets `deviceToken` and
   * `locale` only from a route that declares them.
   */
  headers?: H
  /** The schema of a JSON body, or another body of route-body.ts: a form, a file, or both. */
  body?: B
  query?: z.ZodType<Q>
  responses: R
  /** A 200 may also be an HTML page. */
  page?: true
  /** The media types of a streamed 200. */
  streams?: readonly string[]
  /** The problems specific to this route. */
  refusals?: readonly ProblemCode[]
}

/** The part of a declaration that says who may call. */
export type RouteAdmission = Pick<
  RouteDeclaration,
  'operationId' | 'access' | 'apiKeys' | 'impersonation' | 'lacking' | 'act'
>

/** Whether callers with an API key may call this route, with the default applied. */
export function keyRuleOf({
  access,
  apiKeys,
  act,
}: Pick<RouteAdmission, 'access' | 'apiKeys' | 'act'>): ApiKeyRule {
  if (act) return 'refused'
  if (apiKeys) return apiKeys
  if (typeof access === 'string') return 'refused'
  return access.unlessOwn === undefined ? 'accepted' : permissionsFor(access)
}

/** Whether an administrator who views as the caller may call, with the default applied. */
export function impersonationRuleOf(
  { impersonation }: Pick<RouteAdmission, 'impersonation'>,
  method: string,
): ImpersonationRule {
  return impersonation ?? (method === 'GET' || method === 'HEAD' ? 'allowed' : 'refused')
}

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

/** An object with a version has an ETag. A profile shows its version only there. */
type TagOf<Schema> =
  Schema extends z.ZodType<{ version: number } | Profile> ? { headers: { etag: string } } : unknown

type AnswerWith<Status, Schema> =
  | ({ status: Status; body: BodyOf<Schema>; chunks?: undefined } & TagOf<Schema> & AnswerBesides)
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
