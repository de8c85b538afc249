//! Words that say nothing about what a text is about.

use super::words::Words;

/// Contractions stand without their apostrophe, as the tokenizer folds them.
static STOP_WORDS: Words = Words::new(
    "a about above after again against all also although am among an and any anyone anything are arent as at be \
     because been before being below between both but by can cannot cant could couldnt did didnt do does doesnt doing \
     dont down during each either else etc even ever every few for from further get gets getting got had hadnt has \
     hasnt have havent having he hed hello her here heres hers herself hes hey hi him himself his how however hows i \
     id if ill im in into is isnt it itd itll its itself ive just lets like may me might mine more most much must my \
     myself no nor not now of off ok okay on once only or other our ours ourselves out over own please quite rather \
     really same shall she shed shes should shouldnt since so some somehow someone something still such than thank \
     thanks that thatll thats the their theirs them themselves then there theres these they theyd theyll theyre \
     theyve this those though through thus to too under until up upon us very was wasnt we wed well were werent weve \
     what whatever whats when whenever whens where wheres whether which while who whom whos whose why whys will with \
     within without wont would wouldnt yes yet you youd youll your youre yours yourself youve",
);

/// Whether a folded word is a function word, such as `the` or `dont`.
pub fn is_stop_word(folded: &str) -> bool {
    folded.len() <= 10 && STOP_WORDS.contains(folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_words_are_told_from_others() {
        assert!(["a", "dont", "youve"].iter().all(|word| is_stop_word(word)));
        assert!(!is_stop_word("database"));
    }
}
