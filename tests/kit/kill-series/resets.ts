import { newId } from '@/lib/platform/ids'
import { insertUser } from '@/tests/kit/insert-user'
import {
  type Act,
  call,
  expectCall,
  insist,
  linkToken,
  type Stage,
  untilMailed,
} from '@/tests/kit/kill-series/act'
import type { SignedInUser } from '@/tests/kit/live-instances'
import { PASSWORD } from '@/tests/kit/make-user'

interface Person {
  email: string
  session: SignedInUser
  newPassword: string
}

/** Users request a link by email and set a new password. */
export class Resets implements Act {
  readonly name = 'reset'
  done = 0
  /** Those whose request was acknowledged, oldest first. */
  readonly #waiting: Person[] = []
  /** Those whose new password was sent since the last restart, and whether it was acknowledged. */
  #sent: { person: Person; acknowledged: boolean }[] = []

  constructor(
    readonly stage: Stage,
    readonly signIn: (userId: string) => Promise<SignedInUser>,
    readonly passwordHash: string,
  ) {}

  async step(): Promise<boolean> {
    const { id, email } = await insertUser({ passwordHash: this.passwordHash })
    const person = {
      email,
      session: await this.signIn(id),
      newPassword: `violet kettle ${newId()}`,
    }
    const answer = await call(this.stage, 'POST', '/auth/forgot-password', { body: { email } })
    if (!answer) return false
    if (answer.status !== 202) throw new Error(`answered ${answer.status} ${answer.body.code}`)
    this.#waiting.push(person)
    const ready = this.#waiting.findIndex((known) => this.#token(known))
    return ready < 0 ? true : this.#reset(this.#waiting.splice(ready, 1)[0]!)
  }

  #token = ({ email }: Person) => linkToken(this.stage, email, 'reset-password')

  async #reset(person: Person): Promise<boolean> {
    const sent = { person, acknowledged: false }
    this.#sent.push(sent)
    const body = { token: this.#token(person), password: person.newPassword }
    const answer = await call(this.stage, 'POST', '/auth/reset-password', { body })
    if (!answer) return false
    if (answer.status !== 204) throw new Error(`answered ${answer.status} ${answer.body.code}`)
    sent.acknowledged = true
    this.done++
    return true
  }

  async recover(): Promise<void> {
    // A check takes two password hashes: the last ones were under way when the service was killed.
    const checked = this.#sent.slice(-2)
    this.#sent = []
    for (const { person, acknowledged } of checked) {
      const works = async (password: string) => {
        const body = { email: person.email, password }
        const answer = await insist(() => call(this.stage, 'POST', '/auth/login', { body }))
        if (answer.status !== 200 && answer.status !== 401)
          throw new Error(`a sign-in answered ${answer.status}`)
        return answer.status === 200
      }
      const [old, renewed] = [await works(PASSWORD), await works(person.newPassword)]
      const said = `acknowledged: ${acknowledged}; old password: ${old}; new: ${renewed}`
      if (old === renewed || (acknowledged && old))
        throw new Error(`a reset is half done (${said})`)
      await expectCall(renewed ? 401 : 200, this.stage, 'GET', '/me', {
        token: person.session.token,
      })
    }
  }

  async conclude(): Promise<void> {
    await untilMailed('reset', () =>
      this.#waiting.filter((person) => !this.#token(person)).map(({ email }) => email),
    )
    for (const person of this.#waiting.splice(0)) {
      await this.#reset(person)
      await this.recover()
    }
  }
}
