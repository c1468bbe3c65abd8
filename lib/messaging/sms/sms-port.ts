/** A text message that is ready to go. `id` is ours: a status report names it. */
export interface TextMessage {
  id: string
  /** In E.164. */
  to: string
  text: string
}

/** What a provider said when it took a message. */
export interface AcceptedText {
  providerId: string | null
  /** True where nothing more will be heard of it. */
  delivered: boolean
}

/** A way for text messages to leave the house. */
export interface TextSender {
  /** Hands a message over; throws SmsError when that did not succeed, or took too long. */
  send(message: TextMessage): Promise<AcceptedText>
  /** Where messages go, in words for the operator; no credentials. */
  describe(): string
}

/**
 * Why a message was not taken, in the provider's words, and whether another try can change that.
 */
export class SmsError extends Error {
  override readonly name = 'SmsError'
  /** The provider's code, such as 21610; null when it did not answer. */
  readonly code: string | null
  /**
   * `permanent`: about this message; `opted_out`: the same, because its reader replied STOP;
   * `temporary`: try again.
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

/** How long handing one message over may take: well within the lease of a job. */
export const SMS_TIMEOUT_MS = 10_000
