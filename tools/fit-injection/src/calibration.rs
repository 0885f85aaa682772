//! From log odds to the share of attacks among texts with such odds.

/// A logistic curve over the score.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Calibration {
    pub(crate) slope: f32,
    pub(crate) offset: f32,
}

impl Calibration {
    /// Fits the curve to scores with their labels (Newton's method).
    pub(crate) fn fit(scored: &[(f32, bool)]) -> Self {
        let (mut slope, mut offset) = (1.0_f64, 0.0_f64);
        for _ in 0..50 {
            let (mut ga, mut gb, mut haa, mut hab, mut hbb) = (0.0, 0.0, 1e-9, 0.0, 1e-9);
            for (score, label) in scored {
                let x = f64::from(*score).clamp(-20.0, 20.0);
                let p = 1.0 / (1.0 + (-(slope * x + offset)).exp());
                let error = f64::from(u8::from(*label)) - p;
                let spread = p * (1.0 - p);
                ga += error * x;
                gb += error;
                haa += spread * x * x;
                hab += spread * x;
                hbb += spread;
            }
            let determinant = haa * hbb - hab * hab;
            if determinant.abs() < 1e-12 {
                break;
            }
            slope += (hbb * ga - hab * gb) / determinant;
            offset += (haa * gb - hab * ga) / determinant;
        }
        Self { slope: slope as f32, offset: offset as f32 }
    }

    pub(crate) fn probability(self, score: f32) -> f32 {
        1.0 / (1.0 + (-(self.slope * score.clamp(-20.0, 20.0) + self.offset)).exp())
    }
}
