import type { Locale } from '@/lib/i18n/locale'

/** A text message that is ready to send. `id` is ours: delivery reports name it. */
export interface TextMessage {
  id: string
  /** In E.164. */
  to: string
  text: string
}

/** The provider's response when it accepted a message. */
export interface AcceptedText {
  providerId: string | null
  /** True if no delivery report will follow. */
  delivered: boolean
}

/** A way to send text messages. */
export interface TextSender {
  /** Sends a message. Throws SmsError if that failed or timed out. */
  send(message: TextMessage): Promise<AcceptedText>
  /**
   * Checks the credentials without sending anything, and returns the result in words of a language.
   * Throws SmsError.
   */
  test(locale: Locale): Promise<string>
  /** The destination of messages, for the operator, without credentials. */
  describe(): string
}

/** Why a message was not accepted, in the provider's words, and whether a retry can help. */
export class SmsError extends Error {
  override readonly name = 'SmsError'
  /** The provider's code, such as 21610; null if it did not respond. */
  readonly code: string | null
  /**
   * `permanent`: concerns this message; `opted_out`: the same, because the recipient replied STOP;
   * `temporary`: retry.
   */
  readonly kind: 'permanent' | 'opted_out' | 'temporary'

  constructor(
    message: string,
    by: { code: string | null; kind: SmsError['kind'] },
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = by.code
    this.kind = by.kind
  }
}

/** Timeout for sending one message. Well below the lease of a job. */
export const SMS_TIMEOUT_MS = 10_000
