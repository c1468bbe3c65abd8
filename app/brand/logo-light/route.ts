import { answerLogo } from '@/lib/http/logo-answer'

export const GET = (request: Request) => answerLogo('light', request)
