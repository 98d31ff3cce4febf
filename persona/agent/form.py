"""The form of an answer or a result that is JSON of a model: asked for, and checked."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, ValidationError

from persona.errors import ExtractionError
from persona.llm.structured import read_json


def wanted_format(model: type[BaseModel]) -> dict[str, Any]:
    """The form as a server takes it with a request."""
    schema = {"name": model.__name__, "schema": model.model_json_schema()}
    return {"type": "json_schema", "json_schema": schema}


def schema_text(model: type[BaseModel] | None) -> str:
    """The form as JSON, for the prompt; "" for none."""
    return "" if model is None else json.dumps(model.model_json_schema(), ensure_ascii=False)


def faults(error: ValidationError) -> str:
    """What is wrong with a value, field by field; the value itself is not repeated."""
    found = error.errors(include_url=False, include_input=False)
    return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in found)


def misfit(text: str, model: type[BaseModel] | None) -> str:
    """What is wrong with the form of a text; "" for nothing, also where no form is asked for."""
    if model is None:
        return ""
    try:
        model.model_validate(read_json(text))
    except ExtractionError as error:
        return str(error)
    except ValidationError as error:
        return faults(error)
    return ""
