/** Answers a question. Whatever it throws fails the question. */
type Handler = (body: unknown) => unknown

type Entry =
  | { ask: number; kind: string; body: unknown }
  | { answer: number; value: unknown }
  | { answer: number; error: string }

const TAG = 'gatehouse'

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

/**
 * One end of the messages between the primary process and a worker. Questions asked in the same
 * turn of the event loop travel as one message, because each message costs a system call and a
 * wake-up on either side.
 */
export class Channel {
  readonly #send: (message: object) => boolean
  readonly #handlers = new Map<string, Handler>()
  readonly #pending = new Map<number, Pending>()
  #outbound: Entry[] = []
  #asked = 0
  #ended = false

  /** `send` returns false if the other side is gone. */
  constructor(send: (message: object) => boolean) {
    this.#send = send
  }

  /** Answers questions of this kind. */
  on(kind: string, handler: Handler): void {
    this.#handlers.set(kind, handler)
  }

  /** Asks the other side. Throws what it throws, and if it is gone. */
  ask<Answer>(kind: string, body: unknown = null): Promise<Answer> {
    if (this.#ended) return Promise.reject(new Error('the other process is gone'))
    const id = ++this.#asked
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#post({ ask: id, kind, body })
    })
  }

  /** Handles a message of the other side; ignores those of anyone else. */
  receive(message: unknown): void {
    const entries = (message as { [TAG]?: Entry[] } | null)?.[TAG]
    if (!Array.isArray(entries)) return
    for (const entry of entries)
      if ('ask' in entry) void this.#answer(entry)
      else this.#settle(entry)
  }

  /** Fails the questions that are still open, and further ones. */
  end(): void {
    this.#ended = true
    for (const { reject } of this.#pending.values()) reject(new Error('the other process is gone'))
    this.#pending.clear()
  }

  async #answer({ ask, kind, body }: { ask: number; kind: string; body: unknown }): Promise<void> {
    try {
      const handler = this.#handlers.get(kind)
      if (!handler) throw new Error(`no one answers ${kind}`)
      const value = (await handler(body)) ?? null
      this.#post({ answer: ask, value })
    } catch (error) {
      this.#post({ answer: ask, error: (error as Error).message })
    }
  }

  #settle(entry: { answer: number; value?: unknown; error?: string }): void {
    const pending = this.#pending.get(entry.answer)
    this.#pending.delete(entry.answer)
    if (entry.error === undefined) pending?.resolve(entry.value)
    else pending?.reject(new Error(entry.error))
  }

  #post(entry: Entry): void {
    this.#outbound.push(entry)
    if (this.#outbound.length === 1) setImmediate(() => this.#flush())
  }

  #flush(): void {
    const entries = this.#outbound
    this.#outbound = []
    if (!this.#ended && !this.#send({ [TAG]: entries })) this.end()
  }
}
