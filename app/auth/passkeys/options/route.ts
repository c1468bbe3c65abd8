import { answerPasskeyOptions } from '@/lib/web/passkey-options'

export const POST = answerPasskeyOptions
