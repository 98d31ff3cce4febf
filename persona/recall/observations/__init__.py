"""What happened in a person's life, as they told it: one line in the third person for each message.

`claims` cuts a message, `talk` drops what is only talk, `features` and `weights` score an English
claim (`chinese` a Chinese one), `choosing` picks, `trimming` shortens and `english` or `chinese`
turns to the third person; `observing` is the order of it all.
"""

from persona.recall.observations.observing import Observation, observations

__all__ = ["Observation", "observations"]
