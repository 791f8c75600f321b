// A campaign as a result that can be reported.
#pragma once

#include "result/run_result.h"
#include "run/campaign.h"

namespace robur::run {

RunResult resultOf(const CampaignOptions& options, const Campaign& campaign);

}  // namespace robur::run
