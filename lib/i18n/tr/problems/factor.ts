import type { ProblemText } from '@/lib/i18n/problem-text'

/** Two-step verification. */
export const factorProblems = {
  invalid_mfa_code: {
    title: 'Hatalı kod',
    text: 'Bu kod hatalı veya daha önce kullanılmış. Bir sonraki kodu bekleyip yeniden deneyin.',
    remedy:
      'Her kod bir kez kullanılır. 10 hatalı koddan sonra iki adımlı doğrulama bir süre kilitlenir.',
  },
  mfa_challenge_expired: {
    title: 'Oturum açma süresi doldu',
    text: 'Oturum açma çok uzun sürdü veya çok fazla hatalı kod girildi. Baştan başlayın.',
    remedy:
      'Yeniden oturum açın. Bir doğrulama 5 dakika sürer, 5 denemeye izin verir ve başlatıldığı cihaza bağlıdır.',
  },
  mfa_already_enabled: {
    title: 'İki adımlı doğrulama zaten açık',
    text: 'Hesabınızda iki adımlı doğrulama zaten açık.',
    remedy: 'Yeniden kurmadan önce kapatın.',
  },
  mfa_not_enabled: {
    title: 'İki adımlı doğrulama kapalı',
    text: 'Hesabınızda iki adımlı doğrulama açık değil.',
    remedy: 'Önce kurun.',
  },
  mfa_enrolment_missing: {
    title: 'Kurulumun süresi doldu',
    text: 'Tamamlanacak bir kurulum yok veya süresi doldu. Baştan başlayın.',
    remedy: 'POST /mfa/setup çağrısını yineleyin ve yeni anahtarı kullanın.',
  },
} satisfies Record<string, ProblemText>
