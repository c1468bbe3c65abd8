import type { ProblemText } from '@/lib/i18n/problem-text'

/** The second factor. */
export const factorProblems = {
  invalid_mfa_code: {
    title: 'Yanlış kod',
    text: 'Kod yanlış veya daha önce kullanılmış. Bir sonrakini bekleyip yeniden yazın.',
    remedy: 'Her kod bir kez kullanılır. On yanlış koddan sonra ikinci adım bir süre kilitlenir.',
  },
  mfa_challenge_expired: {
    title: 'Giriş süresi doldu',
    text: 'Bu giriş çok uzun sürdü veya çok fazla yanlış kod girildi. Baştan başlayın.',
    remedy:
      'Yeniden giriş yapın; ikinci adım beş dakika ve beş deneme sürer ve onu başlatan cihaza bağlıdır.',
  },
  mfa_already_enabled: {
    title: 'İki adımlı giriş zaten açık',
    text: 'İki adımlı giriş zaten açık.',
    remedy: 'Yeniden kurmadan önce kapatın.',
  },
  mfa_not_enabled: {
    title: 'İki adımlı giriş kapalı',
    text: 'İki adımlı giriş açık değil.',
    remedy: 'Önce kurun.',
  },
  mfa_enrolment_missing: {
    title: 'Kurulumun süresi doldu',
    text: 'Tamamlanacak bir kurulum yok veya süresi doldu. Yeniden başlayın.',
    remedy: 'POST /mfa/setup isteğini yineleyip yeni anahtarı kullanın.',
  },
} satisfies Record<string, ProblemText>
