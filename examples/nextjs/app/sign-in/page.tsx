import { AuthError, CredentialsSignin } from 'next-auth'
import { redirect } from 'next/navigation'
import { signIn } from '../../auth'

const MESSAGES: Record<string, string> = {
  invalid_credentials: 'The email address or password is incorrect.',
  email_not_verified: 'Confirm your email address first.',
  mfa_required: 'Enter the code of your authenticator app too.',
  invalid_mfa_code: 'That code is incorrect or already used. Wait for the next one.',
}

function messageOf(code: string) {
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

export default async function SignIn({
  searchParams,
}: {
  searchParams: Promise<{ code?: string | string[] }>
}) {
  const { code: given } = await searchParams
  const code = typeof given === 'string' ? given : ''
  return (
    <main>
      <h1>Sign in</h1>
      {code && <p role="alert">{messageOf(code)}</p>}
      <form action={submit}>
        <label>
          Email <input name="email" type="email" autoComplete="username" required />
        </label>
        <label>
          Password{' '}
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {code.includes('mfa') && (
          <label>
            Code <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
          </label>
        )}
        <button>Sign in</button>
      </form>
    </main>
  )
}
