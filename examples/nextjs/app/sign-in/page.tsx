import { AuthError, CredentialsSignin } from 'next-auth'
import { redirect } from 'next/navigation'
import { signIn } from '../../auth'
import { endChallenge, findChallenge } from '../../challenge'

const MESSAGES: Record<string, string> = {
  invalid_credentials: 'The email address or password is incorrect.',
  email_not_verified: 'Confirm your email address first.',
  account_locked: 'Too many failed attempts. Try again later.',
  invalid_mfa_code: 'That code is incorrect or already used. Enter the next one.',
  mfa_challenge_expired: 'Your sign-in has expired. Start again.',
}

function messageOf(code: string) {
  // Not a failure: the form asks for the code.
  if (!code || code === 'mfa_required') return undefined
  return Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : 'You can’t sign in right now. Try again.'
}

async function submit(form: FormData) {
  'use server'
  // A field that the form lacks must not arrive as the text "null".
  const field = (name: string) => form.get(name) ?? ''
  try {
    await signIn('credentials', {
      email: field('email'),
      password: field('password'),
      code: field('code'),
      // Of the widget of the bot check (README.md).
      botcheck_token: field('cf-turnstile-response'),
      redirectTo: '/',
    })
  } catch (error) {
    if (error instanceof CredentialsSignin) redirect(`/sign-in?code=${error.code}`)
    if (error instanceof AuthError) redirect('/sign-in?code=unavailable')
    throw error
  }
}

async function startOver() {
  'use server'
  await endChallenge()
  redirect('/sign-in')
}

export default async function SignIn({
  searchParams,
}: {
  searchParams: Promise<{ code?: string | string[] }>
}) {
  const { code } = await searchParams
  const message = messageOf(typeof code === 'string' ? code : '')
  const isSecondStep = (await findChallenge()) !== null
  return (
    <main>
      <h1>{isSecondStep ? 'Enter your code' : 'Sign in'}</h1>
      {message && <p role="alert">{message}</p>}
      {isSecondStep ? <SecondStep /> : <FirstStep />}
    </main>
  )
}

function FirstStep() {
  return (
    <form action={submit}>
      <label>
        Email <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button>Sign in</button>
    </form>
  )
}

function SecondStep() {
  return (
    <>
      <form action={submit}>
        <label>
          Code of your authenticator app, or a recovery code{' '}
          <input name="code" autoComplete="one-time-code" required autoFocus />
        </label>
        <button>Continue</button>
      </form>
      <form action={startOver}>
        <button>Start over</button>
      </form>
    </>
  )
}
