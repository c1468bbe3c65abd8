import type { z } from 'zod'
import type { Upload } from '@/lib/http/request-body'
import { MAX_BODY_BYTES } from '@/lib/platform/size-limits'
import type { ReceivedFile } from '@/lib/platform/spooled-file'

/** The fields of a urlencoded form, each at most once; with `acceptsJson`, also as JSON. */
interface FormBody<S extends z.ZodType = z.ZodType> {
  kind: 'form'
  schema: S
  acceptsJson: boolean
  maxBytes: number
}

/** A file of one of these media types, which is the whole body and is held in memory. */
interface FileBody<T extends string = string> {
  kind: 'file'
  types: readonly T[]
  maxBytes: number
}

/**
 * A multipart form with one file, in the field `file`, and these text fields. A file of one of
 * `types` may also be the whole body, without fields.
 */
interface MultipartBody<S extends z.ZodType = z.ZodType> {
  kind: 'multipart'
  fields: S
  types: readonly string[]
  maxFileBytes: number
}

/** What a route takes as its body: the schema of a JSON body, or one of the functions below. */
export type RouteBody = z.ZodType | FormBody | FileBody | MultipartBody

/** What a handler gets of this body. The file of a form is deleted when the handler ends. */
export type BodyValue<B> = B extends z.ZodType
  ? z.output<B>
  : B extends FormBody<infer S>
    ? z.output<S>
    : B extends FileBody<infer T>
      ? Upload<T>
      : B extends MultipartBody<infer S>
        ? { file: ReceivedFile; fields: z.output<S> }
        : undefined

export function formBody<S extends z.ZodType>(
  schema: S,
  { maxBytes = MAX_BODY_BYTES } = {},
): FormBody<S> {
  return { kind: 'form', schema, acceptsJson: false, maxBytes }
}

export function formOrJsonBody<S extends z.ZodType>(schema: S): FormBody<S> {
  return { kind: 'form', schema, acceptsJson: true, maxBytes: MAX_BODY_BYTES }
}

export function fileBody<const T extends string>(body: Omit<FileBody<T>, 'kind'>): FileBody<T> {
  return { kind: 'file', ...body }
}

export function multipartBody<S extends z.ZodType>(
  body: Pick<MultipartBody<S>, 'fields' | 'maxFileBytes'> & { types?: readonly string[] },
): MultipartBody<S> {
  return { kind: 'multipart', types: [], ...body }
}

/** Whether the body is plain JSON, declared by its schema alone. */
export function isJsonBody(body: RouteBody): body is z.ZodType {
  return !('kind' in body)
}
