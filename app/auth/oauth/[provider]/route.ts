import { beginExternalSignIn } from '@/lib/web/begin-external-sign-in'

export const GET = beginExternalSignIn
