import { beginExternalSignIn } from '@/lib/web/external-sign-in'

export const GET = beginExternalSignIn
