import { acceptedVersions } from '@/lib/http/entity-tag'
import { locales, negotiateLocale } from '@/lib/i18n/locale'
import { SIMULATOR_SIGNATURE } from '@/lib/payments/providers/simulator-webhooks'

/** A header that routes read: how it is read, and what the API reference says about it. */
export interface RequestHeader<T> {
  name: string
  description: string
  example: string
  required: boolean
  read(value: string | null): T
}

/** The headers of a route by the names under which its handler gets their values. */
export type RequestHeaders = Readonly<Record<string, RequestHeader<unknown>>>

export type HeaderValues<H> = {
  readonly [Name in keyof H]: H[Name] extends RequestHeader<infer T> ? T : never
}

/** The values of a route's headers. */
export function readHeaders<H extends RequestHeaders>(
  headers: H,
  request: { header(name: string): string | null },
): HeaderValues<H> {
  const values: Record<string, unknown> = {}
  for (const key in headers) {
    const { name, read } = headers[key]!
    values[key] = read(request.header(name.toLowerCase()))
  }
  return values as HeaderValues<H>
}

function textHeader(
  name: string,
  about: { description: string; example: string },
): RequestHeader<string | null> {
  return { name, ...about, required: false, read: (value) => value }
}

/** The versions of the object that the request may change; null for any. */
export const ifMatch: RequestHeader<readonly number[] | null> = {
  name: 'If-Match',
  description:
    'The ETag of the object as you know it. If it has changed since, the request is refused',
  example: '"3"',
  required: false,
  read: acceptedVersions,
}

export const ifNoneMatch = textHeader('If-None-Match', {
  description: 'The ETag of your copy. If it is still current, the response is 304 without a body',
  example: '"3"',
})

/** The conditional and range headers of a file request. */
export const fileHeaders = {
  ifNoneMatch,
  range: textHeader('Range', {
    description: 'The part of the file to send, in bytes',
    example: 'bytes=0-1023',
  }),
  ifRange: textHeader('If-Range', {
    description: 'The ETag of your copy. If it is no longer current, the whole file is sent',
    example: '"3"',
  }),
}

const KEY_EXAMPLE = '019335e0-7b1a-7c3d-9e42-5f6a7b8c9d0e'

export const idempotencyKey = textHeader('Idempotency-Key', {
  description:
    'A random key of 1 to 255 visible ASCII characters. Repeat it if the response was lost: the request takes effect once',
  example: KEY_EXAMPLE,
})

/** For refreshing, where any other key is ignored. */
export const refreshKey = textHeader('Idempotency-Key', {
  description:
    'A random key of 16 to 128 visible ASCII characters; any other is ignored. If the response was lost, repeat it with the same refresh token within 60 seconds: you get the same tokens',
  example: KEY_EXAMPLE,
})

export const requiredIdempotencyKey = { ...idempotencyKey, required: true }

/** Reaches use cases as `ctx.deviceToken`. */
export const deviceToken = textHeader('X-Device-Token', {
  description:
    'The device_token of the last sign-in on this device. The device has its own budget of attempts, and stays known after a password reset',
  example: 'kX3v0pT1q5mZ8rW2yB7nLc4dFh6jSg9a',
})

/** Reaches use cases as `ctx.locale`. */
export const locale: RequestHeader<(typeof locales)[number]> = {
  name: 'Accept-Language',
  description: `The language of emails and pages: ${locales.join(' or ')}`,
  example: 'tr',
  required: false,
  read: negotiateLocale,
}

/** The signatures of payment providers, by provider. */
export const paymentSignatures = {
  stripe: textHeader('Stripe-Signature', {
    description: 'The signature of an event from Stripe',
    example: 't=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  }),
  simulator: textHeader(SIMULATOR_SIGNATURE, {
    description: 'The signature of an event from the payment simulator',
    example: 't=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  }),
}

export const twilioSignature = textHeader('X-Twilio-Signature', {
  description: 'The signature of Twilio over the URL and the fields',
  example: '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
})
