import type { ProblemText } from '@/lib/i18n/problem-text'

/** Two-step verification. */
export const factorProblems = {
  invalid_mfa_code: {
    title: 'Hatalı kod',
    text: 'Bu kod hatalı veya daha önce kullanılmış. Bir sonraki kodu bekleyip yeniden deneyin.',
    remedy:
      'Her kod yalnızca bir kez kullanılabilir. 10 hatalı koddan sonra iki adımlı doğrulama bir süre kilitlenir.',
  },
  invalid_email_code: {
    title: 'Hatalı e-posta kodu',
    text: 'Kod hatalı, süresi dolmuş veya daha önce kullanılmış. En son gelen kodu girin veya yenisini isteyin.',
    remedy:
      'Her kod 10 dakika içinde, yalnızca bir kez ve yalnızca kendi isteğinin `challenge_id` değeriyle kullanılabilir. 5 hatalı koddan sonra yeni bir kod isteyin.',
  },
  feature_disabled: {
    title: 'Burada kullanılamıyor',
    text: 'Burada bu yöntemle oturum açılamıyor. Başka bir yöntem kullanın.',
    remedy:
      'Geçiş anahtarları için alan adı ve HTTPS gerekir (`AUTH_PASSKEY_RP_ID`). E-posta kodları, `AUTH_EMAIL_CODE` değeri `true` olmadıkça kapalıdır ve e-posta sunucusu gerektirir.',
  },
  mfa_challenge_expired: {
    title: 'Oturum açma süresi doldu',
    text: 'Oturum açma çok uzun sürdü veya çok fazla hatalı kod girildi. Baştan başlayın.',
    remedy:
      'Yeniden oturum açın. Her doğrulama isteği 5 dakika geçerlidir, 5 denemeye izin verir ve yalnızca başlatıldığı cihazda kullanılabilir.',
  },
  mfa_enrolment_required: {
    title: 'İki adımlı doğrulama zorunlu',
    text: 'Hesabınız için iki adımlı doğrulama zorunlu. Devam etmek için kurun.',
    remedy:
      'Bir kimlik doğrulama uygulaması kurun (`POST /api/v1/auth/mfa/setup`) veya geçiş anahtarı ekleyin (`POST /api/v1/me/passkeys/options`). O zamana kadar oturum ve hesabın API anahtarları başka hiçbir işlem için kullanılamaz.',
  },
  mfa_proof_required: {
    title: 'Geçiş anahtarıyla doğrulama gerekli',
    text: 'Devam etmek için geçiş anahtarınızla doğrulayın.',
    remedy:
      'Bir geçiş anahtarıyla doğrulayın (`POST /api/v1/auth/reauthenticate`) veya geçiş anahtarıyla oturum açın. O zamana kadar oturum başka hiçbir işlem için kullanılamaz.',
  },
  last_second_factor: {
    title: 'Son doğrulama yöntemi',
    text: 'Hesabınız için iki adımlı doğrulama zorunlu. Bunu kaldırmadan önce başka bir yöntem kurun.',
    remedy: 'Önce başka bir geçiş anahtarı veya kimlik doğrulama uygulaması ekleyin.',
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
    remedy: '`POST /api/v1/auth/mfa/setup` çağrısını yineleyin ve yeni anahtarı kullanın.',
  },
} satisfies Record<string, ProblemText>
